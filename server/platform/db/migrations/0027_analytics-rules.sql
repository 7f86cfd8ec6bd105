-- Whoever has clicks already gets their days by a job each, one after the other. A new installation has
-- neither people nor a queue yet.
DO $$
BEGIN
  IF to_regclass('graphile_worker.job_queues') IS NOT NULL THEN
    PERFORM graphile_worker.add_job('rebuild-days', json_build_object('userId', id), 'rebuild-days',
      job_key := 'rebuild-days:' || id)
    FROM users WHERE EXISTS (SELECT FROM link_clicks WHERE user_id = users.id);
  END IF;
END $$;
