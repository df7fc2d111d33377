/** The records that are published about a volume and its assignments. */
package io.hawser.volume.lifecycle.report;
