// Replaces platform parts of the Model Context Protocol's server in the functions' bundles. Omits Ajv, a
// seventh of the bundle, which would check people's answers to questions of a server: ours has no questions.
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('this server asks no questions');
  }
}
