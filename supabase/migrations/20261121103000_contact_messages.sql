-- What was written in Contact Us, stored before its mail is sent, so that a mail server that is away loses nothing.
-- Only these functions write here. With an account its messages go.
create table public.contact_messages (
  -- The browser's own, so that a call that is repeated stores and sends one message.
  id uuid primary key,
  user_id uuid references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (subject in ('general', 'support', 'feedback', 'partnership', 'bug', 'feature')),
  message text not null check (char_length(message) between 1 and 5000),
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- Tries so far. Its number names a try: one whose time ran out cannot postpone the next.
  attempts integer not null check (attempts >= 1),
  -- When the next try may begin: the end of the lease of the one that is under way, or of the wait after one failed.
  due_at timestamptz not null,
  last_error text check (char_length(last_error) <= 500)
);
create index contact_messages_due on public.contact_messages (due_at) where sent_at is null;
create index contact_messages_sent on public.contact_messages (sent_at) where sent_at is not null;
create index contact_messages_by_user on public.contact_messages (user_id);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated, service_role, public;
grant select on public.contact_messages to service_role;

-- Stores a message and gives its first try to the caller for so many seconds: `attempt` is that try's number. The same
-- message once more is not stored again and gives nobody a try.
create function public.store_contact_message(
  p_id uuid, p_user uuid, p_name text, p_email text, p_subject text, p_message text, p_lease_seconds int
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.contact_messages;
  v_user uuid;
begin
  -- An account that was deleted while its token is good is nobody; one that is going now is waited for.
  select id into v_user from auth.users where id = p_user for key share;
  insert into public.contact_messages (id, user_id, name, email, subject, message, attempts, due_at)
    values (p_id, v_user, p_name, p_email, p_subject, p_message, 1,
      clock_timestamp() + make_interval(secs => p_lease_seconds))
    on conflict (id) do nothing returning * into v_row;
  if found then
    return jsonb_build_object('sent', false, 'attempt', 1, 'createdAt', v_row.created_at);
  end if;
  select * into v_row from public.contact_messages where id = p_id;
  if not found or (v_row.name, v_row.email, v_row.subject, v_row.message)
      is distinct from (p_name, p_email, p_subject, p_message) then
    raise exception 'Another message was sent under this id' using errcode = 'PT409';
  end if;
  return jsonb_build_object('sent', v_row.sent_at is not null, 'attempt', null, 'createdAt', v_row.created_at);
end $$;

-- Gives the caller the message that is due longest for so many seconds; null where none is.
create function public.claim_contact_message(p_lease_seconds int) returns jsonb
language sql security definer set search_path = '' as $$
  update public.contact_messages m
    set attempts = m.attempts + 1, due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
    where m.id = (
      select id from public.contact_messages where sent_at is null and due_at <= clock_timestamp()
        order by due_at limit 1 for update skip locked
    )
    returning jsonb_build_object('id', m.id, 'userId', m.user_id, 'name', m.name, 'email', m.email,
      'subject', m.subject, 'message', m.message, 'createdAt', m.created_at, 'attempt', m.attempts);
$$;

-- How a try ended: without an error the message is sent, by whichever try. After an error the next one waits 1 minute,
-- then 2, 4, … up to 6 hours, unless another is under way already.
create function public.settle_contact_message(p_id uuid, p_attempt int, p_error text) returns void
language sql security definer set search_path = '' as $$
  update public.contact_messages
    set sent_at = case when p_error is null then clock_timestamp() end,
      last_error = left(p_error, 500),
      due_at = clock_timestamp() + least(interval '6 hours', interval '1 minute' * power(2, least(attempts - 1, 20)))
    where id = p_id and sent_at is null and (p_error is null or attempts = p_attempt);
$$;

-- Messages are kept so many days after they were sent. @returns how many went
create function public.forget_contact_messages(p_days int) returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.contact_messages where sent_at < now() - make_interval(days => p_days) returning id
  )
  select count(*)::int from gone;
$$;

revoke execute on function
  public.store_contact_message(uuid, uuid, text, text, text, text, int), public.claim_contact_message(int),
  public.settle_contact_message(uuid, int, text), public.forget_contact_messages(int)
  from public, anon, authenticated;
grant execute on function
  public.store_contact_message(uuid, uuid, text, text, text, text, int), public.claim_contact_message(int),
  public.settle_contact_message(uuid, int, text), public.forget_contact_messages(int)
  to service_role;
