import { each } from './file-programs';
import type { ProgramRule } from './program-call';

const RUNS_UNCHECKED = 'it runs or changes commands in ways that are not checked';

/** Programs that always need a person, whatever their arguments, by what is wrong with them. */
export const DANGEROUS_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
    ...each('sudo su doas pkexec runuser setpriv capsh sudoedit machinectl run0 gosu su-exec', call =>
        call.dangerous('it asks for the rights of another user')
    ),
    ...each(
        'dd shred wipe wipefs mkswap fdisk sfdisk cfdisk parted gdisk sgdisk blkdiscard hdparm losetup mkfs badblocks debugfs cryptsetup lvremove srm rename',
        call => call.dangerous('it overwrites files or whole disks')
    ),
    ...each(
        'mount umount chroot nsenter unshare insmod modprobe rmmod sysctl iptables nft ip6tables systemctl service shutdown reboot halt poweroff init telinit swapoff swapon ' +
            'useradd userdel usermod passwd chpasswd visudo groupadd setcap kexec crontab at batch systemd-run loginctl launchctl defaults csrutil bwrap runsc docker-compose podman ctr',
        call => call.dangerous('it changes the machine itself')
    ),
    ...each('killall pkill kill skill', call => call.dangerous('it ends other processes')),
    ...each('nc ncat netcat socat telnet ftp sftp ssh scp rsync rsh rlogin openssl gpg ssh-keygen ssh-add security', call =>
        call.dangerous('it connects to other machines, or uses keys')
    ),
    ...each('eval source . alias enable bind hash shopt complete compgen history fc mapfile readarray coproc unalias let', call =>
        call.dangerous(RUNS_UNCHECKED)
    ),
    // Ignoring a signal, and no longer doing so, runs nothing.
    trap: call =>
        call.args.length > 1 && ['', '-'].includes(call.values[0] ?? RUNS_UNCHECKED)
            ? call.unproven('it changes how it can be ended')
            : call.dangerous(RUNS_UNCHECKED),
    ...each('parallel watch script entr gdb lldb strace ltrace rlwrap screen tmux dtach at-spi expect unbuffer inotifywait fswatch', call =>
        call.dangerous('it runs other programs in ways that are not checked')
    ),
    ...each('vi vim nvim view ed ex emacs nano pico less more man info most', call =>
        call.dangerous('it is interactive and can run other programs')
    ),
    ...each('umask ulimit', call => call.unproven('it changes what later commands may do'))
};
