// Compares two pictures of a page in a browser.
import type { Page } from 'playwright-core';

/** Squares may differ by fonts, days and ids; other contents change a quarter of them. */
export const MOST_DIFFERENT = 0.06;

/** Returns the share of squares of 10 pixels whose average colours differ by more than a tenth. */
export function measureDifference(judge: Page, one: Buffer, other: Buffer): Promise<number> {
  return judge.evaluate<number>(`(async () => {
    const readSquares = async (base64) => {
      const image = new Image();
      image.src = 'data:image/png;base64,' + base64;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(image.width / 10);
      canvas.height = Math.round(image.height / 10);
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return context.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const [a, b] = await Promise.all([readSquares('${one.toString('base64')}'), readSquares('${other.toString('base64')}')]);
    if (a.length !== b.length) return 1;
    let different = 0;
    for (let at = 0; at < a.length; at += 4) {
      const most = Math.max(...[0, 1, 2].map((channel) => Math.abs(a[at + channel] - b[at + channel])));
      if (most > 25) different++;
    }
    return different / (a.length / 4);
  })()`);
}
