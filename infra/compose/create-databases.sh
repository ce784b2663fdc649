#!/bin/sh
# Two databases that share nothing, one per service: PostgreSQL's image runs this once, when its volume is empty.
set -e
createdb --username postgres orderbook
createdb --username postgres relayer
