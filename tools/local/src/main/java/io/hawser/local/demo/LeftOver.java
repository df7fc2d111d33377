package io.hawser.local.demo;

/**
 * What a play left behind; -1 if it could not be counted.
 *
 * @param mounts below the nodes' roots
 * @param stagingDirs below the nodes' roots
 * @param pluginVolumes by the plugin's own listing
 * @param rows volumes, publications, claims and unsent outbox of all services
 * @param processes of the data folder, after all were stopped
 */
public record LeftOver(int mounts, int stagingDirs, int pluginVolumes, long rows, int processes) {
    public static final LeftOver UNKNOWN = new LeftOver(-1, -1, -1, -1, -1);

    public boolean none() {
        return mounts == 0 && stagingDirs == 0 && pluginVolumes == 0 && rows == 0 && processes == 0;
    }

    public LeftOver withProcesses(int count) {
        return new LeftOver(mounts, stagingDirs, pluginVolumes, rows, count);
    }

    /** One line for people. */
    public String sentence() {
        return "mounts %d, staging folders %d, volumes in the plugin %d, rows %d, processes %d"
                .formatted(mounts, stagingDirs, pluginVolumes, rows, processes);
    }
}
