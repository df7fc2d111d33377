/** Reads the topics, and hands each record to the subject that stores it. */
package io.hawser.volume.intake;
