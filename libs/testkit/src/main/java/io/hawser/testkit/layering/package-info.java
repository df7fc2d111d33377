/** The layers that every service has, as rules over packages. */
package io.hawser.testkit.layering;
