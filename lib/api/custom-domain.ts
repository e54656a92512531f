// A domain under which the API is reached.

export interface CustomDomain {
  readonly name: string;
  /** ARN of a certificate in the stack's own region, or, with an edge, in us-east-1. */
  readonly certificateArn: string;
}
