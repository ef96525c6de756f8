-- A pick that has expired is shown by no query of a user, whichever screen or client asks, and none brings it back.
alter policy "users read their own picks" on public.my_picks
  using ((select auth.uid()) = user_id and expires_at > now());
alter policy "users change their own picks" on public.my_picks
  using ((select auth.uid()) = user_id and expires_at > now());

-- Nobody sees expired picks, so nobody can name them to delete them: this removes the caller's. @returns how many
create function public.cleanup_expired_picks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select auth.uid());
  v_gone integer;
begin
  if v_user is null then
    raise exception 'User not authenticated' using errcode = 'PT401';
  end if;
  delete from public.my_picks
    where user_id = v_user and expires_at <= now() and not (select public.is_excluded());
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
revoke execute on function public.cleanup_expired_picks() from public, anon, authenticated;
grant execute on function public.cleanup_expired_picks() to authenticated;
