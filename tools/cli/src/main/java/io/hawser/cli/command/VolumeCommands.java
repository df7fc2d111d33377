package io.hawser.cli.command;

import picocli.CommandLine.Command;

@Command(
        name = "volume",
        description = "Creates, registers, shows, changes and removes volumes.",
        subcommands = {
            VolumeCreate.class,
            VolumeRegister.class,
            VolumeList.class,
            VolumeStatus.class,
            VolumeHistory.class,
            VolumeUpdate.class,
            VolumeRemove.class,
            VolumeForgetMount.class
        })
final class VolumeCommands {}
