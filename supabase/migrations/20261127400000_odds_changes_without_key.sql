-- The foreign key of price changes was checked for every row: a fifth of the time of storing a day. A trigger deletes the
-- changes of deleted lines instead.
create function public.delete_odds_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.odds_changes h using deleted_lines d where h.quote_id = d.id;
  return null;
end $$;

create trigger odds_current_delete_changes after delete on public.odds_current
  referencing old table as deleted_lines for each statement execute function public.delete_odds_changes();

revoke execute on function public.delete_odds_changes from public, anon, authenticated;

alter table public.odds_changes drop constraint odds_changes_quote_id_fkey;
