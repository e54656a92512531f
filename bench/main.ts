// npm run -s bench -- NAME [options]: prints JSON lines, asserts nothing.
import { benchMining } from './mining.ts';
import { benchOrderFiles } from './order-files.ts';
import { benchService } from './service.ts';

const [name, ...args] = process.argv.slice(2);
switch (name) {
  case 'mining':
    benchMining(args);
    break;
  case 'files':
    await benchOrderFiles(args);
    break;
  case 'service':
    await benchService(args);
    break;
  default:
    console.error(
      'usage: npm run -s bench -- mining [--data FILE --min-support S] | service [--data FILE.csv.gz] | files [--lines N | --data FILE]',
    );
    process.exitCode = 2;
}
