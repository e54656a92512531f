// Makes asl-validator compile its schemas once. By itself it compiles them again for each definition, which takes a
// tenth of a second of processor time.
import { createRequire } from 'node:module';

interface Ajv {
  addKeyword(definition: unknown): Ajv;
}

interface AjvModule {
  default: new (options: unknown) => Ajv;
}

let kept: Ajv | undefined;

/** Runs `validate`, always with the same options. */
export function withOneSchema(validate: () => void): void {
  const module = loadValidatorAjv();
  const { default: Ajv } = module;
  module.default = new Proxy(Ajv, {
    construct: (_, [options]) => {
      const ajv = kept ?? new Ajv(options);
      // The validator adds its keywords each time; from the second time on, that would be an error.
      if (kept !== undefined) ajv.addKeyword = () => ajv;
      kept = ajv;
      return ajv;
    },
  });
  try {
    validate();
  } finally {
    module.default = Ajv;
  }
}

function loadValidatorAjv(): AjvModule {
  const ofLibrary = createRequire(import.meta.resolve('aws-local-stepfunctions'));
  const found: unknown = createRequire(ofLibrary.resolve('asl-validator'))('ajv');
  if (!isAjv(found))
    throw new Error('this version of asl-validator does not fit apps/local-cloud/workflows/one-schema.ts');
  return found;
}

function isAjv(found: unknown): found is AjvModule {
  return typeof found === 'function' && 'default' in found && typeof found.default === 'function';
}
