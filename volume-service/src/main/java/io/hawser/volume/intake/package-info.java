/** Reads the topics, and passes each record to the package that stores it. */
package io.hawser.volume.intake;
