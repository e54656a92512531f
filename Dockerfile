# The service with its console in one container. The package is installed as users install it: `npm run package` writes it, then
# `docker compose up --build`, or `docker build --tag order-analytics .`. Both platforms by this file: --platform linux/amd64,linux/arm64.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS installed
WORKDIR /opt/order-analytics
COPY dist/order-analytics-*.tgz package.tgz
# The engine of the tables comes with it, for the platform that is built.
RUN npm install --no-audit --no-fund --ignore-scripts --no-save ./package.tgz \
 && chmod 755 node_modules/@dynoxide/*/dynoxide && rm package.tgz

FROM ${BASE}
COPY --from=installed /opt/order-analytics /opt/order-analytics
RUN ln -s /opt/order-analytics/node_modules/order-analytics/launcher/order-analytics.mjs /usr/local/bin/order-analytics \
 && mkdir /data && chown 1000:1000 /data
# Compiled code is kept in /tmp, which is the container's own; data below /data alone, so that the root can be read-only.
ENV HOME=/data NODE_ENV=production HOST=0.0.0.0 PORT=4000 NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /data
USER 1000:1000
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/openapi.json`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["order-analytics"]
CMD ["start"]
