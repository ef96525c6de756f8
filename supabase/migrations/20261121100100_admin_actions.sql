-- What administrators did, in the transaction that did it. Nobody changes or removes a row.
create table public.admin_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- 'admin key', or the id of the administrator's account.
  actor text not null check (char_length(actor) between 1 and 200),
  action text not null check (char_length(action) between 1 and 60),
  -- A code, a user's id, a remote's name.
  target text not null check (char_length(target) <= 254),
  detail jsonb not null default '{}' check (octet_length(detail::text) <= 16384)
);
create index admin_actions_by_target on public.admin_actions (target, id desc);

alter table public.admin_actions enable row level security;
revoke all on public.admin_actions from anon, authenticated, service_role, public;
grant select on public.admin_actions to service_role;

create function public.keep_admin_actions() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log is not changed' using errcode = 'PT403';
end $$;
create trigger admin_actions_keep before update or delete on public.admin_actions
  for each row execute function public.keep_admin_actions();

-- Called by the functions that administrators' calls end in, never by itself.
create function public.log_admin_action(p_actor text, p_action text, p_target text, p_detail jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.admin_actions (actor, action, target, detail)
    values (p_actor, p_action, p_target, coalesce(p_detail, '{}'));
$$;
revoke execute on function public.keep_admin_actions(), public.log_admin_action(text, text, text, jsonb)
  from public, anon, authenticated;
