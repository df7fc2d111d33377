/**
 * A CSI plugin that judges its caller. It serves Identity, Controller, GroupController and Node over Unix sockets and
 * carries out each call without a search through its volumes. It fails as a script says, and records every rule of the
 * specification that its caller breaks. Any orchestrator can use it.
 */
@NullMarked
package io.hawser.strict;

import org.jspecify.annotations.NullMarked;
