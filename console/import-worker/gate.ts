// A gate that sending waits at while it is closed.
export class Gate {
  private opening: { readonly promise: Promise<void>; readonly open: () => void } | undefined;

  get isClosed(): boolean {
    return this.opening !== undefined;
  }

  close(): void {
    if (this.opening !== undefined) return;
    let open = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.opening = { promise, open };
  }

  open(): void {
    this.opening?.open();
    this.opening = undefined;
  }

  async opened(): Promise<void> {
    await this.opening?.promise;
  }
}
