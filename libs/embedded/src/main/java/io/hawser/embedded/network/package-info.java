/** Networks that fail in ways that no process can bring about. */
package io.hawser.embedded.network;
