-- How many orders of a click there are by now. Its look is younger than the statement that calls it: one
-- that waited for the lock of a person sees what others have recorded meanwhile.
create function orders_of_click(click uuid) returns int language plpgsql volatile as $$
begin
  return (select count(*) from conversions where click_id = click);
end $$;
