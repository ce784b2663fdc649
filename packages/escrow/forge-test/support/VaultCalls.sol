// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute, VaultState} from "../../contracts/EscrowTypes.sol";
import {EscrowVault} from "../../contracts/EscrowVault.sol";

/// @dev Lets a test call a vault's functions without the terms: it looks up the terms and calls the registry. The calls
///      are made as the test itself, so that a prank or an expected revert before such a call applies to the registry's
///      call.
library VaultCalls {
    struct Book {
        EscrowRegistry registry;
        mapping(address vault => EscrowTerms) terms;
    }

    function book() internal pure returns (Book storage b) {
        bytes32 slot = keccak256("tandem.test.vaults");
        assembly ("memory-safe") {
            b.slot := slot
        }
    }

    function terms(EscrowVault vault) internal view returns (EscrowTerms memory) {
        return book().terms[address(vault)];
    }

    function state(EscrowVault vault) internal view returns (VaultState) {
        return book().registry.stateOf(terms(vault));
    }

    function claim(EscrowVault vault, bytes32 secret) internal {
        book().registry.claim(terms(vault), secret);
    }

    function claimTo(EscrowVault vault, bytes32 secret, address to, uint256 deadline, bytes memory signature) internal {
        book().registry.claimTo(terms(vault), secret, to, deadline, signature);
    }

    function claimHop(EscrowVault vault, bytes32 secret, HopRoute memory route, bytes memory signature) internal {
        book().registry.claimHop(terms(vault), secret, route, signature);
    }

    function cancel(EscrowVault vault) internal {
        book().registry.cancel(terms(vault));
    }

    function cancelTo(EscrowVault vault, address to, uint256 deadline, bytes memory signature) internal {
        book().registry.cancelTo(terms(vault), to, deadline, signature);
    }

    function cancelWithConsent(EscrowVault vault, uint256 deadline, bytes memory signature) internal {
        book().registry.cancelWithConsent(terms(vault), deadline, signature);
    }

    function sweep(EscrowVault vault, address token) internal {
        EscrowTerms memory given = terms(vault);
        book().registry.sweep(given, token, given.creator, 0, "");
    }

    function sweepTo(EscrowVault vault, address token, address to, uint256 deadline, bytes memory signature) internal {
        book().registry.sweep(terms(vault), token, to, deadline, signature);
    }
}
