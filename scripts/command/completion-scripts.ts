// A completion script for each shell, with the commands, their subcommands and options, and the choices of each option.
// For an option without choices the shell offers files.

import type { Command } from 'commander';

type Word = { word: string; meaning: string };
type CompletedOption = Word & { takesValue: boolean; choices: readonly string[] };
export type CompletedCommand = Word & {
  subcommands: CompletedCommand[];
  options: CompletedOption[];
  /** The values of its first argument, where they are known. */
  choices: readonly string[];
};

export function describeCommand(command: Command): CompletedCommand {
  const help = command.createHelp();
  return {
    word: command.name(),
    meaning: command.description(),
    subcommands: command.commands.map(describeCommand),
    options: help.visibleOptions(command).map((option) => ({
      word: option.long ?? option.short ?? '',
      meaning: option.description,
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
    })),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
}

export const completionScripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Every command with the words that lead to it: `keys`, `keys create`. */
function listPaths(commands: readonly CompletedCommand[], above = ''): { path: string; command: CompletedCommand }[] {
  return commands.flatMap((command) => {
    const path = `${above}${command.word}`;
    return [{ path, command }, ...listPaths(command.subcommands, `${path} `)];
  });
}

const wordsOf = (items: readonly Word[]) => items.map(({ word }) => word);

/** Words come from the commands themselves, so none has a character that is special to a shell. */
const cases = (lines: readonly (readonly [pattern: string, words: readonly string[]])[]) =>
  lines
    .filter(([, words]) => words.length > 0)
    .map(([pattern, words]) => `    '${pattern}') words='${words.join(' ')}' ;;`)
    .join('\n');

function bashScript(commands: readonly CompletedCommand[]): string {
  const paths = listPaths(commands);
  const values = paths.flatMap(({ path, command }) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(({ word, choices }) => [`${path} ${word}`, choices.length > 0 ? choices : ['-']] as const),
  );
  const words = paths.map(
    ({ path, command }) =>
      [path, [...wordsOf(command.subcommands), ...command.choices, ...wordsOf(command.options)]] as const,
  );
  // A colon ends a word in bash, so the text before it is removed from each completion.
  return `_belfry() {
  local cur prev words='' path='' each
  cur=\${COMP_LINE:0:COMP_POINT} prev=
  set -f
  local line=($cur)
  set +f
  [[ $cur == *' ' ]] && line+=('')
  cur=\${line[-1]} prev=\${line[-2]}
  for each in "\${line[@]:1:\${#line[@]}-2}"; do
    case "$path $each" in
${paths.map(({ path }) => `      '${path.includes(' ') ? path : ` ${path}`}') path='${path}' ;;`).join('\n')}
    esac
  done
  case "$path $prev" in
${cases(values)}
  esac
  if [[ $words == - ]]; then
    COMPREPLY=($(compgen -f -- "$cur"))
    return
  fi
  [[ -n $words ]] || case "$path" in
    '') words='${[...wordsOf(commands), 'help', '--help', '--version'].join(' ')}' ;;
${cases(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ \${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$cur"))
  if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
    COMPREPLY=("\${COMPREPLY[@]#"\${cur%"\${cur##*:}"}"}")
  fi
}
complete -o filenames -F _belfry belfry`;
}

/** In single quotes, for bash, zsh and fish. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function zshScript(commands: readonly CompletedCommand[]): string {
  const described = (items: readonly Word[]) =>
    items.map(({ word, meaning }) => quoted(`${word.replaceAll(':', '\\:')}:${meaning}`)).join(' ');
  const option = ({ word, meaning, takesValue, choices }: CompletedOption) => {
    const values = choices.length > 0 ? `(${choices.map((each) => each.replaceAll(':', '\\:')).join(' ')})` : '_files';
    const text = meaning.replace(/[[\]:]/g, (sign) => `\\${sign}`);
    return quoted(`*${word}[${text}]${takesValue ? `:value:${values}` : ''}`);
  };
  const body = (path: string, { subcommands, options, choices }: CompletedCommand): string => {
    const first = choices.length > 0 ? quoted(`1:value:(${choices.join(' ')})`) : "'*:file:_files'";
    if (subcommands.length === 0) return `_arguments ${[...options.map(option), first].join(' ')}`;
    return `if (( CURRENT == 2 )); then
      local -a found=(${described(subcommands)}); _describe command found
    else
      shift words; (( CURRENT-- ))
      case $words[1] in
${subcommands.map((each) => `      ${each.word}) ${body(`${path} ${each.word}`, each)} ;;`).join('\n')}
      esac
    fi`;
  };
  return `#compdef belfry
_belfry() {
  if (( CURRENT == 2 )); then
    local -a found=(${described(commands)}); _describe command found
    return
  fi
  shift words; (( CURRENT-- ))
  case $words[1] in
${commands.map((command) => `  ${command.word}) ${body(command.word, command)} ;;`).join('\n')}
  esac
}
if [[ $funcstack[1] == _belfry ]]; then _belfry; else compdef _belfry belfry; fi`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = (
    path: readonly string[],
    { word, meaning, subcommands, options, choices }: CompletedCommand,
  ): string[] => {
    const here = [...path, word];
    const seen = path.map((each) => `__fish_seen_subcommand_from ${each}`);
    const isAsked = path.length === 0 ? '__fish_use_subcommand' : seen.join('; and ');
    const isGiven = quoted(here.map((each) => `__fish_seen_subcommand_from ${each}`).join('; and '));
    return [
      `complete -c belfry -f -n ${quoted(isAsked)} -a ${word} -d ${quoted(meaning)}`,
      ...options.map(
        (option) =>
          `complete -c belfry -n ${isGiven} -l ${option.word.slice(2)} -d ${quoted(option.meaning)}` +
          (option.choices.length > 0 ? ` -x -a ${quoted(option.choices.join(' '))}` : option.takesValue ? ' -r' : ''),
      ),
      ...(choices.length > 0 ? [`complete -c belfry -f -n ${isGiven} -a ${quoted(choices.join(' '))}`] : []),
      ...subcommands.flatMap((each) => lines(here, each)),
    ];
  };
  return commands.flatMap((command) => lines([], command)).join('\n');
}
