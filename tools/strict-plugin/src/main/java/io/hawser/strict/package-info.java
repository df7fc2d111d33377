/**
 * A CSI plugin that judges its caller: it serves Identity, Controller, GroupController and Node over Unix sockets, does
 * every call in constant time, misbehaves as a script tells it, and notes every rule of the specification that its
 * caller breaks. Usable by any orchestrator.
 */
package io.hawser.strict;
