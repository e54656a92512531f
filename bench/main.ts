// npm run -s bench -- NAME [options]: prints JSON lines, asserts nothing. A bench is loaded when it is asked
// for: what the others import is not in its memory.

const [name, ...args] = process.argv.slice(2);
switch (name) {
  case 'mining':
    (await import('./mining.ts')).benchMining(args);
    break;
  case 'files':
    await (await import('./order-files.ts')).benchOrderFiles(args);
    break;
  case 'service':
    await (await import('./service.ts')).benchService(args);
    break;
  default:
    console.error(
      'usage: npm run -s bench -- mining [--data FILE --min-support S] | service [--data FILE.csv.gz] | files [--lines N | --data FILE]',
    );
    process.exitCode = 2;
}
