-- Until when the user may fund and the maker must fill, unix seconds by each chain's own clock. Null: not agreed.
ALTER TABLE "quotes" ADD COLUMN "initiate_by" BIGINT, ADD COLUMN "fill_by" BIGINT;
ALTER TABLE "orders" ADD COLUMN "initiate_by" BIGINT, ADD COLUMN "fill_by" BIGINT;
