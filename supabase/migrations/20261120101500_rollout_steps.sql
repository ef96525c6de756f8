-- What every change of a rollout is made of. Nobody calls these but the functions that follow.

create function public.lock_remote(p_name text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('propsight release ' || p_name, 0));
$$;

-- Takes the row for a change. A caller that says which generation it decided on is refused when there is a newer one.
create function public.take_rollout(p_name text, p_generation bigint) returns public.remote_rollouts
language plpgsql set search_path = '' as $$
declare
  v_row public.remote_rollouts;
begin
  perform public.lock_remote(p_name);
  select * into v_row from public.remote_rollouts where name = p_name for update;
  if not found then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  if p_generation is not null and p_generation <> v_row.generation then
    raise exception 'Somebody else changed % in the meantime', p_name using errcode = 'PT409';
  end if;
  return v_row;
end $$;

create function public.make_live(p_name text, p_version text) returns void
language plpgsql set search_path = '' as $$
declare
  v_old text;
begin
  select live_version into v_old from public.remote_rollouts where name = p_name;
  if v_old is distinct from p_version then
    update public.remote_releases set last_live_at = now() where name = p_name and version = v_old;
    update public.remote_releases set live_since = clock_timestamp() where name = p_name and version = p_version;
  end if;
  update public.remote_releases set withdrawn_at = null where name = p_name and version = p_version;
  -- What is live for everybody is no longer one that was halted.
  update public.remote_rollouts set halted_version = null, halted_at = null, halted_reason = null
    where name = p_name and halted_version = p_version;
  update public.remote_rollouts set live_version = p_version, generation = generation + 1, updated_at = now()
    where name = p_name;
end $$;

create function public.end_canary(p_name text) returns void
language sql set search_path = '' as $$
  update public.remote_releases r set last_live_at = now() from public.remote_rollouts o
    where o.name = p_name and r.name = p_name and r.version = o.canary_version;
  update public.remote_rollouts set canary_version = null, canary_percent = null, canary_since = null
    where name = p_name;
$$;

create function public.log_remote(p_name text, p_version text, p_action text, p_actor text, p_message text)
returns void language sql set search_path = '' as $$
  insert into public.remote_events (name, version, action, actor, message, generation)
    values (p_name, p_version, p_action, p_actor, coalesce(p_message, ''),
      coalesce((select generation from public.remote_rollouts where name = p_name), 0));
$$;

create function public.paths_of(p_placement jsonb) returns setof text
language sql immutable set search_path = '' as $$
  select p_placement ->> 'path' where p_placement ->> 'mount' = 'tab'
  union all
  select jsonb_array_elements_text(p_placement -> 'paths') where p_placement ->> 'mount' = 'page';
$$;

-- Refuses a release whose addresses are another remote's by now. The checks of a deploy say so as well; but a release
-- from before does not pass them again, and two remotes that go live at once do not see each other there.
create function public.claim_paths(p_name text, p_version text) returns void
language plpgsql set search_path = '' as $$
declare
  v_taken record;
begin
  -- One after the other, whatever the remote; always after the remote's own lock.
  perform pg_advisory_xact_lock(hashtextextended('propsight addresses', 0));
  select theirs.path, other.name into v_taken
    from public.remote_rollouts other
    join public.remote_releases served
      on served.name = other.name and served.version in (other.live_version, other.canary_version)
    cross join lateral public.paths_of(served.placement) as theirs (path)
    where other.name <> p_name and theirs.path in (
      select public.paths_of(own.placement) from public.remote_releases own
        where own.name = p_name and own.version = p_version)
    order by other.name limit 1;
  if found then
    raise exception 'The address % of % % belongs to % now', v_taken.path, p_name, p_version, v_taken.name
      using errcode = 'PT409';
  end if;
end $$;

revoke execute on function public.lock_remote, public.take_rollout, public.make_live, public.end_canary,
  public.log_remote, public.paths_of, public.claim_paths from public, anon, authenticated;
grant execute on function public.lock_remote, public.take_rollout, public.make_live, public.end_canary,
  public.log_remote, public.paths_of, public.claim_paths to service_role;
