# Packages and built pages in one stage, only what runs in the last. The root file system may be read-only: the server
# writes to /data and /tmp alone.
FROM node:24-bookworm-slim AS build
WORKDIR /okuru
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN NODE_ENV=production npm run build

# Then only what runs stays.
FROM build AS lean
RUN node scripts/prune-image.mjs && install -d -m 0700 /empty

# Nothing but the C library, certificates and time zones: the Node.js of the packages brings the rest.
FROM gcr.io/distroless/cc-debian12
# Its user has no name, and so no home folder; a package asks for one.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OKURU_DATA_DIR=/data PATH=/okuru/node_modules/node/bin HOME=/tmp
WORKDIR /okuru
COPY --from=lean --chown=0:0 /okuru /okuru
COPY --from=lean --chown=1000:1000 /empty /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Without npm in between, so that the signal to stop reaches the server.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=512", "server/main.ts"]
