package io.hawser.hostpath.mount;

/** A directory as the mount table names it: the file system, and the path from that file system's own root. */
public record MountSource(String device, String root) {}
