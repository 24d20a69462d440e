/** Variables that decide which programs run, or what they do before anything else. */
const ACTIVE = new RegExp(
    '^(?:PATH|IFS|ENV|BASH_\\w+|BASHOPTS|SHELLOPTS|POSIXLY_CORRECT|SHELL|PS\\d|PROMPT_\\w+|CDPATH|GLOBIGNORE|EXECIGNORE|FIGNORE|HIST\\w+|' +
        'INPUTRC|LD_\\w+|DYLD_\\w+|MALLOC_\\w+|GLIBC_\\w+|GCONV_PATH|LOCPATH|NLSPATH|TEXTDOMAIN\\w*|TERMINFO\\w*|TERMCAP|GIT_\\w+|SSH_\\w+|SVN_\\w+|' +
        'NODE_(?:OPTIONS|PATH|REPL_\\w+|V8_COVERAGE|EXTRA_CA_CERTS|TLS_\\w+|REDIRECT_WARNINGS|COMPILE_CACHE\\w*|ICU_DATA|CHANNEL_\\w+)|NPM_\\w+|YARN_\\w+|PNPM_\\w+|COREPACK_\\w+|TS_NODE_\\w+|TSX_\\w+|BABEL_\\w+|' +
        'R_(?:PROFILE|ENVIRON|LIBS|HOME)\\w*|PYTHON\\w*|PYTEST_\\w+|PIP_\\w+|MYPYPATH|VIRTUAL_ENV|PERL\\w*|RUBY\\w*|GEM_\\w+|BUNDLE_\\w+|JAVA_\\w+|_JAVA_\\w+|JDK_\\w+|MAVEN_\\w+|GRADLE_\\w+|' +
        'MAKE\\w*|MFLAGS|GNUMAKEFLAGS|CC|CXX|CPP|AR|AS|LD|CARGO_\\w+|RUST\\w*|GO\\w+|CGO_\\w+|DOTNET_\\w+|DOCKER_\\w+|KUBECONFIG|' +
        '\\w*PAGER|\\w*EDITOR|FCEDIT|VISUAL|BROWSER|LESS\\w*|MAN\\w*|EXINIT|VIMINIT|HOME|XDG_\\w+|TMPDIR|\\w*PROXY|\\w+_COMMAND|\\w+_OPTS|\\w*OPTIONS|' +
        // Programs that scripts of the system and of projects run by these names.
        '[EFZ]?GREP|SED|DIFF|CMP|CAT|TAR|FIND|XARGS|INSTALL|RM|LEX|YACC|FC|NM|STRIP|RUSTC|PKG_CONFIG\\w*|CMAKE_\\w+|SSLKEYLOGFILE|' +
        'AWK\\w+|GAWK\\w+|TAPE|RSH|GZIP|BZIP2?|XZ_\\w+|MAGIC|RIPGREP_CONFIG_PATH|GREP_\\w+|JQ_\\w+|OPENSSL_\\w+|SSL_\\w+|CURL_\\w+|WGETRC|HOSTALIASES|RES_OPTIONS|' +
        // Setting one of these evaluates its value, which can run commands.
        'OPTIND|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\\w+|E?UID|PPID|COMP_\\w+|DIRSTACK|FUNCNAME|GROUPS|MAILCHECK)$',
    'i'
);
/** Names that often stand for a program, a place or options. */
const SUGGESTIVE =
    /(?:PATH|HOME|DIR|OPTS|FLAGS|COMMAND|CMD|CONFIG|RC|SHELL|PRELOAD|HOOKS?|ARGS|INIT|LOADER|PLUGINS?|WRAPPER|RUNNER|BIN|BINARY|EXEC|EXECUTABLE|PROGRAM|SCRIPT|INTERPRETER|COMPILER|LINKER|LAUNCHER|PREFIX|MODULES?|LIBS?|LIBRARY|ASKPASS|STARTUP|FILE)$/;
/** Variables that say how something is shown, or how a project behaves, and nothing about programs. */
const HARMLESS =
    /^(?:NODE_ENV|CI|DEBUG|FORCE_COLOR|NO_COLOR|CLICOLOR(?:_FORCE)?|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|HOST|PORT|TERM|COLUMNS|LINES|LOG_LEVEL|VERBOSE)$/;
/** Variables that name a language: files of messages are looked for in a folder of that name. */
const LANGUAGES = /^(?:LANG|LANGUAGE|LC_[A-Z]+)$/;
/** Languages by whose names a shell goes on reading a line as it is checked: in some encodings, a character swallows the quote after it. */
const PLAIN_LANGUAGES = /^(?:(?:^|:)(?:C|POSIX|(?:[a-z]{2,3}(?:_[A-Z]{2})?|C)?\.?utf-?8|(?!zh)[a-z]{2,3}(?:_[A-Z]{2})?)(?:@[a-z]+)?)*$/i;
/** Variables that a person's terminal may show: those of the system and of shells, which hold no secrets. */
const SHOWN =
    /^(?:_|PATH|HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|SHLVL|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|UID|EUID|PPID|IFS|TMPDIR|EDITOR|VISUAL|PAGER|BASH_VERSION|ZSH_VERSION|RANDOM|SECONDS|LINENO|BASHPID|PIPESTATUS|REPLY|JAVA_HOME|GOPATH|GOROOT|NVM_DIR|VIRTUAL_ENV|XDG_[A-Z]+_(?:HOME|DIRS?))$/;
/** Names that scripts give to what they need for a moment. By custom, what programs get is written in another way. */
const LOCAL = /^[a-z][a-z0-9]*$/;
/** A word, a number, a version or the like; neither a path, an option nor anything that a program could take for several words or for code. */
const PLAIN_VALUE =
    /^(?:[\w:@+,][\w.:@+,-]*|-\d+)?$|^(?:https?|wss?|tcp|redis|amqp|mysql|mongodb|postgres|postgresql):\/\/[\w.:@-]+(?:\/[\w./-]*)?$/;
/** Such a value, or one that chooses what is told about, or where in the world something is. */
const PLAIN_CHOICE = /^[\w:@+,*][\w.:@+,*/=-]*$/;
/** Words that say how a project behaves, although programs have the same names. */
const PLAIN_WORDS = ['true', 'false', 'yes', 'test', 'info'];
/** Variables for which they say that, although folders have the same names, too. */
const MODE = /_ENV$/;
/** Between what one value may name. Addresses have one of them, too. */
const SEPARATORS = /[,:@+](?!\/\/)/;

/** Whether a variable is known to decide which programs run. */
export function isActiveVariable(name: string): boolean {
    return ACTIVE.test(name);
}

/** Whether the name of a variable suggests that it does. */
export function mayBeActiveVariable(name: string): boolean {
    return SUGGESTIVE.test(name);
}

/** Whether a variable is by its name one of the shell alone. */
export function isLocalVariable(name: string): boolean {
    return LOCAL.test(name);
}

/** Whether a person's terminal may show a variable. */
export function isShownVariable(name: string): boolean {
    return SHOWN.test(name) || HARMLESS.test(name) || LOCAL.test(name);
}

/** What a plain value of a variable may mean to a program. */
export interface ValueMeanings {
    isProgram(word: string): boolean;
    /** Whether a path names something that must not be replaced unasked. */
    isTaken(path: string): boolean;
}

/**
 * Whether a program may get a variable with a value, undefined where the shell decides it. One that nobody knows may stand for a program, for
 * a place to write to, or for code, as every variable does for make: so its value must be none of these.
 */
export function isHarmlessVariable(name: string, value: string | undefined, meanings: ValueMeanings): boolean {
    if (value === undefined) {
        return false;
    }
    if (LANGUAGES.test(name)) {
        return PLAIN_LANGUAGES.test(value);
    }
    const isPlain = PLAIN_VALUE.test(value);
    if (HARMLESS.test(name)) {
        return isPlain || PLAIN_CHOICE.test(value);
    }
    const isWord = PLAIN_WORDS.includes(value);
    const isTaken = (): boolean => value.split(SEPARATORS).some(part => part !== '' && meanings.isTaken(part));
    return isPlain && (isWord || !meanings.isProgram(value)) && ((isWord && MODE.test(name)) || !isTaken());
}
