// What the server of the Model Context Protocol takes from its platform, for the functions' bundles: without Ajv, a seventh of
// the bundle, which would check what people answer to questions of a server. Ours asks none.
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('nobody is asked anything');
  }
}
