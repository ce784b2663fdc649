#!/bin/sh
# Fills nginx.conf.template in and runs nginx. It writes to /tmp only: the container's file system may be read-only.
# Swaps need RPC_URLS (JSON, public endpoints by chain) and a network file at /etc/tandem/network/network.json.
set -eu
: "${ORDERBOOK_URL:?is required}" "${RELAYER_URL:?is required}"
# The URLs become part of the content security policy, so anything but an origin is refused.
for url in "$ORDERBOOK_URL" "$RELAYER_URL"; do
  echo "$url" | grep -Eq '^https?://[A-Za-z0-9.-]+(:[0-9]+)?$' || {
    echo "ORDERBOOK_URL and RELAYER_URL must be origins, https://host[:port], not \"$url\"" >&2
    exit 78
  }
done
[ -n "${RPC_URLS:-}" ] || RPC_URLS='{}'
url='"https?://[A-Za-z0-9./:_~-]+"'
list="\"[a-z0-9_-]+\":\[$url(,$url)*\]"
echo "$RPC_URLS" | grep -Eq "^\{($list(,$list)*)?\}$" || {
  echo 'RPC_URLS must be JSON without spaces, {"chain":["https://host/path"]}, of URLs without query and key' >&2
  exit 78
}
RPC_ORIGINS=$(echo "$RPC_URLS" | grep -Eo 'https?://[A-Za-z0-9.-]+(:[0-9]+)?' | sort -u | tr '\n' ' ' || true)
network=/etc/tandem/network/network.json
LOGO_ORIGINS=$(grep -Eo '"logo": *"https://[A-Za-z0-9.-]+(:[0-9]+)?' "$network" 2>/dev/null | grep -Eo 'https://.*' | sort -u | tr '\n' ' ' || true)
sed -e "s|\${ORDERBOOK_URL}|$ORDERBOOK_URL|g" -e "s|\${RELAYER_URL}|$RELAYER_URL|g" \
  -e "s|\${RPC_ORIGINS}|$RPC_ORIGINS|g" -e "s|\${RPC_URLS}|$RPC_URLS|g" \
  -e "s|\${LOGO_ORIGINS}|$LOGO_ORIGINS|g" /etc/tandem/nginx.conf.template > /tmp/nginx.conf
exec nginx -e /dev/stderr -c /tmp/nginx.conf -g 'daemon off;'
