-- The part of a quote's amounts that pays for gas, in base units of the destination asset. Null: not known.
ALTER TABLE "quotes" ADD COLUMN "network_fee" DECIMAL(78,0);
