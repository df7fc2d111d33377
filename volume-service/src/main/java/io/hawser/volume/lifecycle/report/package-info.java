/** The published records about a volume and its assignments. */
package io.hawser.volume.lifecycle.report;
