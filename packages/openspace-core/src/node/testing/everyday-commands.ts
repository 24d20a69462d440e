/** What agents and people run all day: hardly any of it may need a question. */
export const EVERYDAY = [
    ...['ls -la', 'pwd', 'git status', 'git diff', 'git log --oneline -5', 'npm test', 'npm run build', 'npm run lint', 'node --version'],
    ...['cat package.json', 'grep -rn "TODO" src', 'find . -name "*.ts"', 'wc -l src/*.ts', 'head -20 README.md', 'tail -n 50 server.log'],
    ...['npx tsc --noEmit', 'npm ls', 'git branch', 'git show HEAD', 'echo done', 'du -sh .', 'which node', 'sort names.txt'],
    ...['diff a.txt b.txt', 'tree src', 'npx eslint src', 'cargo test', 'pytest', 'make test', 'go test ./...']
];
