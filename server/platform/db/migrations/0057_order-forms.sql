-- Order ids that differ only by invisible characters or Unicode form are the same order. This gives stored ids
-- the form of new ones (canonicalId). Of orders recorded twice so far the first keeps its id; the others get
-- their own number behind it, so that no amount changes.
DROP INDEX "conversions_order";--> statement-breakpoint
UPDATE "conversions" SET "order_id" = "form"."order_id" FROM (
  SELECT "id", btrim(normalize(regexp_replace("order_id", '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'), nfkc), U&' \1680\2028\2029') AS "order_id"
  FROM "conversions" WHERE "brand_id" IS NOT NULL
) AS "form"
WHERE "conversions"."id" = "form"."id" AND "form"."order_id" <> '' AND "conversions"."order_id" <> "form"."order_id";--> statement-breakpoint
UPDATE "conversions" SET "order_id" = "order_id" || ' #' || "id"
WHERE "brand_id" IS NOT NULL AND EXISTS (
  SELECT 1 FROM "conversions" AS "first"
  WHERE "first"."brand_id" = "conversions"."brand_id"
    AND lower("first"."order_id") = lower("conversions"."order_id")
    AND "first"."id" < "conversions"."id"
);--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_order" ON "conversions" USING btree ("brand_id",lower("order_id"));
