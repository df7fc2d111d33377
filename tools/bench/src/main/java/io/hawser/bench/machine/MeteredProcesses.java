package io.hawser.bench.machine;

import io.hawser.bench.cost.Cost;
import io.hawser.local.command.LocalRun;
import io.hawser.local.service.DataServices;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The machine's processes under the names of the report.
 *
 * @param plugin the one that is called, if one is
 */
record MeteredProcesses(LocalRun run, Optional<PluginProcess> plugin) {
    Map<String, List<Long>> pids() {
        Map<String, List<Long>> pids = new HashMap<>();
        for (String name : run.supervisor().running()) {
            if (name.equals(DataServices.POSTGRES)) {
                pids.put(Cost.DATABASE, run.data().databaseProcesses());
            } else {
                pids.put(
                        plugin.filter(called -> name.equals(called.process())).isPresent() ? Cost.PLUGIN : name,
                        List.of(run.supervisor().pid(name)));
            }
        }
        pids.put(Cost.CLIENT, List.of(ProcessHandle.current().pid()));
        return pids;
    }
}
