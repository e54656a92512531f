// Computes variables of functions that depend on the public address of the gateway, which the template does not
// contain.

/** The function that signs URLs of files for callers, and does not access the bucket itself. */
const SIGNS_FOR_CALLERS = /\/http\/manage-exports$/;

type Variables = Readonly<Record<string, string>>;

/** Replaces variables of the template. Pages of the address itself, such as the console, are allowed origins. */
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
