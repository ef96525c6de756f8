-- Adds the size of the database and the time of the last backup to the figures for the metrics.

create or replace function public.operations_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'held', (select count(*) from public.runs where state = 'held'),
    'heldCredits', (select coalesce(sum(cost), 0) from public.runs where state = 'held'),
    'overdueHolds', (select count(*) from public.runs
      where state = 'held' and expires_at < now() - interval '5 minutes'),
    -- Checks the accounts of the newest 500 ledger rows, which include every recent error.
    'unbalanced', (select count(*) from (
        select distinct user_id from (
          select user_id from public.credit_ledger order by id desc limit 500) newest
        where user_id is not null) touched
      join public.user_profiles p using (user_id)
      where p.credits <> (select coalesce(sum(delta), 0) from public.credit_ledger l where l.user_id = p.user_id)),
    'openLegs', (select count(*) from public.track_legs where settled_at is null),
    'oldestOpenLegDay', (select min(league_day) from public.track_legs where settled_at is null),
    'pendingParlays', (select count(*) from public.past_parlays where outcome = 'pending'),
    'dueMessages', (select count(*) from public.contact_messages where sent_at is null and due_at <= now()),
    'releases', (select count(*) from public.remote_releases),
    'releaseBytes', (select coalesce(sum(size), 0) from public.remote_releases),
    'databaseBytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'lastBackupAt', (select at from public.admin_actions where target = 'project' and action = 'backup'
      order by id desc limit 1)
  );
$$;
