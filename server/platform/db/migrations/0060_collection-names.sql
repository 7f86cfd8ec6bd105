DROP INDEX "collections_name";--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name" ON "collections" USING btree ("user_id",md5(lower("name")));