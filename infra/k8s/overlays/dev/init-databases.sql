-- Two databases that share nothing, one per service.
CREATE ROLE orderbook LOGIN PASSWORD 'orderbook';
CREATE ROLE relayer LOGIN PASSWORD 'relayer';
CREATE DATABASE orderbook OWNER orderbook;
CREATE DATABASE relayer OWNER relayer;
