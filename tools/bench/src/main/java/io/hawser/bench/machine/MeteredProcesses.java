package io.hawser.bench.machine;

import io.hawser.bench.cost.Cost;
import io.hawser.bench.cost.Meter;
import io.hawser.local.command.LocalRun;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.service.DataServices;
import java.util.ArrayList;
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
    /** The same process; the database server also counts its statements. */
    static ProcessSpec counting(ProcessSpec spec) {
        if (!spec.name().equals(DataServices.POSTGRES)) {
            return spec;
        }
        List<String> command = new ArrayList<>(spec.command());
        command.addAll(Meter.SERVER_OPTIONS);
        return new ProcessSpec(spec.name(), command, spec.environment(), spec.readiness(), spec.log(), spec.stop());
    }

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
