/** Network failures that no process can cause by ending. */
package io.hawser.embedded.network;
