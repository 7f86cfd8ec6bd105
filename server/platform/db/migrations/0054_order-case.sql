-- Order ids that differ only by case are the same order. Of orders recorded twice so far the first keeps
-- its id; the others get their own number behind it, so that no amount changes.
UPDATE "conversions" SET "order_id" = "order_id" || ' #' || "id"
WHERE "brand_id" IS NOT NULL AND EXISTS (
  SELECT 1 FROM "conversions" AS "first"
  WHERE "first"."brand_id" = "conversions"."brand_id"
    AND lower("first"."order_id") = lower("conversions"."order_id")
    AND "first"."id" < "conversions"."id"
);--> statement-breakpoint
DROP INDEX "conversions_order";--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_order" ON "conversions" USING btree ("brand_id",lower("order_id"));
