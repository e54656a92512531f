// Variables of functions that follow from the address at which others reach the gateway: the template does not know it.

/** The function that signs addresses of files for callers, and calls no bucket itself. */
const SIGNS_FOR_CALLERS = /\/http\/manage-exports$/;

type Variables = Readonly<Record<string, string>>;

/** To be set in place of the template's. Pages of the address itself, such as the console, are no strangers to it. */
export function createPublicVariables(
  publicUrl: string,
  { POWERTOOLS_SERVICE_NAME = '', CORS_ORIGINS }: Variables,
): Variables {
  return {
    ...(SIGNS_FOR_CALLERS.test(POWERTOOLS_SERVICE_NAME) && { AWS_ENDPOINT_URL_S3: publicUrl }),
    ...(CORS_ORIGINS !== undefined && {
      CORS_ORIGINS: JSON.stringify([...JSON.parse(CORS_ORIGINS), publicUrl]),
    }),
  };
}
