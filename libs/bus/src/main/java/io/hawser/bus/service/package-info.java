/** The services of Hawser. */
package io.hawser.bus.service;
