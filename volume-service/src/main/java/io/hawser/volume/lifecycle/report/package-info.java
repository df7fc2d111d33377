/** What the topics are told of a volume and of its assignments. */
package io.hawser.volume.lifecycle.report;
