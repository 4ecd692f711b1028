export function BrandMark() {
  return (
    <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M4 24V10.5a9 9 0 0 1 18 0V24Z" fill="none" stroke="var(--accent)" strokeWidth="2" />
      <path d="M9 24V11.5a4 4 0 0 1 8 0V24Z" fill="var(--accent)" />
      <path d="M1.5 24h23" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
