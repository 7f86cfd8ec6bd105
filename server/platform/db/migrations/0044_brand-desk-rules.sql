-- Visits of before, as far as their clicks are still there.
INSERT INTO "brand_days" ("brand_id", "user_id", "day", "human", "unique")
SELECT "click_events"."brand_id", "links"."user_id", ("click_events"."at" AT TIME ZONE 'UTC')::date,
  count(*) FILTER (WHERE "click_events"."kind" = 1), count(*) FILTER (WHERE "click_events"."kind" = 2)
FROM "click_events" JOIN "links" ON "links"."id" = "click_events"."link_id"
WHERE "click_events"."brand_id" IS NOT NULL AND "click_events"."kind" IN (1, 2)
GROUP BY 1, 2, 3;
