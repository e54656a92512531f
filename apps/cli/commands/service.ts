// `start` and `demo`: run the whole service on this machine. Their modules load only when they run, because the engines
// are the largest part of this command line.
import type { Context } from './context.ts';

export function addStartCommand({ program }: Context): void {
  program
    .command('start')
    .description('run the service with its console on this machine until Ctrl-C')
    .option('--like-aws', "add DynamoDB's conflicts, throttling and latency", false)
    .option('--install-engine', 'install the DynamoDB engine for this machine if it is missing', false)
    .addHelpText(
      'after',
      `
Data: .local/ in this folder. PORT=4100 in front of the command chooses another port than 4000, VERBOSE=1 prints the logs
of the functions. HOST=0.0.0.0 lets other machines reach it; then links name PUBLIC_URL=https://….
Exit codes: 0 stopped by a signal, 1 not started or stopped in a hurry, 70 the engine of the tables is gone.

Examples:
  npm run -s cli -- start
  npm run -s cli -- start --like-aws`,
    )
    .action(async (options: { likeAws: boolean; installEngine: boolean }) => {
      const { startService } = await import('../start/start.ts');
      await startService(options);
    });
}

export function addDemoCommand({ program }: Context): void {
  program
    .command('demo')
    .description('start the service, push a real month of orders, print the reports on it, and stop')
    .addHelpText('after', '\nData: .local/ in this folder.\n\nExample:\n  npm run -s cli -- demo')
    .action(async () => {
      const { runDemo } = await import('../demo/demo.ts');
      await runDemo();
    });
}
