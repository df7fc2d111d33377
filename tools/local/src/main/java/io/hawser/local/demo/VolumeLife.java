package io.hawser.local.demo;

import java.util.List;
import java.util.stream.Stream;

/** The play: one volume from its creation to its removal, used on two nodes one after the other. */
public final class VolumeLife {
    private VolumeLife() {}

    /** The steps in their order. What {@code remains} counts at the end is also checked in between. */
    public static List<Step> steps(DemoNames names, Remains remains) {
        Machines machines = new Machines(names);
        DemoTasks tasks = new DemoTasks(names);
        Deletions deletions = new Deletions(names);
        return Stream.of(
                        step("nodes appear", machines::nodesAppear),
                        step("plugin fingerprinted on both nodes", machines::pluginFingerprinted),
                        step("service and network known", deletions::serviceAndNetworkKnown),
                        step("volume created", tasks::volumeCreated),
                        step("first task on node 1 has it mounted and writes a file", tasks::firstTaskWrites),
                        step("what must be gone at the end is seen while it is there", remains::seenWhileThere),
                        step("second task on node 1 shares it and reads the file", tasks::secondTaskReads),
                        step("third task on node 2 shows why it waits", tasks::thirdTaskWaits),
                        step("service and network marked for deletion while tasks live", deletions::marked),
                        step("tasks on node 1 end", tasks::tasksOnNode1End),
                        step("unmounted, unstaged and detached on node 1", machines::nothingLeftOnNode1),
                        step("third task gets it by itself and reads the same file", tasks::thirdTaskReads),
                        step("service and network still there: a task lives", deletions::stillThere),
                        step("third task ends", tasks::thirdTaskEnds),
                        step("service and network deallocated after the last task", deletions::deallocated),
                        step("volume removed", tasks::volumeRemoved),
                        step("records of the tasks deleted", tasks::tasksForgotten))
                .toList();
    }

    private static Step step(String name, Step.Action action) {
        return new Step(name, action);
    }
}
