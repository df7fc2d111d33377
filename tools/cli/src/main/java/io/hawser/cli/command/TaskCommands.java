package io.hawser.cli.command;

import picocli.CommandLine.Command;

@Command(
        name = "task",
        description = "Shows tasks, and plays an orchestrator's part: says that tasks start and end.",
        subcommands = {TaskStart.class, TaskStop.class, TaskList.class, TaskStatus.class})
final class TaskCommands {}
