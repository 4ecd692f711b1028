const common: ReadonlySet<string> = new Set(
  `1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 11111111 00000000 12341234
  11223344 12121212 123123123 1231231234 123321123 112233445566 147258369 159753159 123654789 741852963 55555555
  66666666 77777777 88888888 99999999 22222222 33333333 44444444 19871987 20002000 20202020 20232023 20242024
  20252025 20262026 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc qazwsx123 zaq12wsx q1w2e3r4 q1w2e3r4t5
  a1b2c3d4 a1b2c3d4e5 abcd1234 abc12345 abc123456 abcdef12 1234abcd 123456ab 12345abc 1234qwer 123qweasd qwe12345
  qwer1234 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyuiop1 asdf1234 asdfgh12 zxcvbnm1 zxcv1234 pass1234
  passw0rd p4ssw0rd p@ssw0rd pa55word pa55w0rd password passwort passwort1 motdepasse contrasena senha123 parola12
  letmein1 letmein12 letmein123 welcome welcome1 welcome12 welcome123 iloveyou monkey12 monkey123 dragon12 dragon123
  football baseball basketball superman batman12 sunshine princess starwars trustno1 whatever computer internet
  samsung1 liverpool chelsea1 arsenal1 michael1 jennifer jordan23 charlie1 ashley12 jessica1 nicole12 daniel12
  summer12 winter12 spring12 autumn12 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 hello123
  hello1234 secret12 secret123 admin123 admin1234 administrator root1234 test1234 testtest1 tester12 guest123
  changeme changeme1 default1 master12 master123 login123 access14 mustang1 shadow12 killer12 freedom1 flower12
  cheese12 cookie12 google12 google123 facebook1 linkedin1 myspace1 pokemon1 naruto12 minecraft1 blink182
  foyer123 tickets1 tickets123 event123 events123 club1234`.split(/\s+/),
);

/** Why a password that obeys the rules is still refused, or null. */
export function guessableProblem(password: string, email: string): string | null {
  const typed = password.toLowerCase();
  const bare = withoutEnding(typed);
  const unmarked = typed.replace(/[!?.*#$@_-]+$/, "");
  if (common.has(typed) || common.has(unmarked) || common.has(bare) || /^(.)\1+$/.test(typed))
    return "This password is easy to guess. Please choose another.";
  const address = email.toLowerCase();
  const name = address.split("@")[0] ?? "";
  const bareName = withoutEnding(name);
  if ([address, name].includes(typed) || name === unmarked || (bareName.length >= 4 && bareName === bare))
    return "Your password must not be your e-mail address.";
  return null;
}

function withoutEnding(text: string): string {
  return text.replace(/[\d!?.*#$@_-]+$/, "");
}
