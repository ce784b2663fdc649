// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "./EscrowRegistry.sol";
import {EscrowTerms, NATIVE_TOKEN, VaultState} from "./EscrowTypes.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title VaultLens
/// @notice Reads many vaults of a registry by one question, all in the same block. It is never deployed: clients send its code
/// along with an `eth_call`, so it has an address only for as long as that lasts.
contract VaultLens {
    /// @notice The vault at the address that the terms give.
    /// @param vault The address.
    /// @param isDeployed Whether there is code at all.
    /// @param isRead Whether its state and its balance could be read.
    /// @param state What has become of it.
    /// @param balance Of the vault's own token, in base units.
    struct Look {
        address vault;
        bool isDeployed;
        bool isRead;
        VaultState state;
        uint256 balance;
    }

    /// @notice Looks at each of them. One whose token burns gas hides no other.
    /// @param registry The registry. Nothing is said where there is no code.
    /// @param terms The escrows.
    /// @return hasRegistry Whether the registry has code.
    /// @return vaults What stands at the address of each.
    function look(EscrowRegistry registry, EscrowTerms[] calldata terms)
        external
        view
        returns (bool hasRegistry, Look[] memory vaults)
    {
        uint256 count = terms.length;
        vaults = new Look[](count);
        hasRegistry = address(registry).code.length != 0;
        if (!hasRegistry) return (false, vaults);
        for (uint256 i = 0; i < count; ++i) {
            address vault = registry.vaultAddress(terms[i]);
            vaults[i].vault = vault;
            if (vault.code.length == 0) continue;
            vaults[i].isDeployed = true;
            try this.read{gas: gasleft() / (count - i)}(registry, terms[i], vault) returns (
                VaultState state, uint256 balance
            ) {
                (vaults[i].isRead, vaults[i].state, vaults[i].balance) = (true, state, balance);
            } catch {
                continue;
            }
        }
    }

    /// @notice Reads one, or reverts. As for the registry, a token whose code is gone holds nothing.
    function read(EscrowRegistry registry, EscrowTerms calldata terms, address vault)
        external
        view
        returns (VaultState state, uint256 balance)
    {
        state = registry.stateOf(terms);
        if (terms.token == NATIVE_TOKEN) balance = vault.balance;
        else if (terms.token.code.length != 0) balance = IERC20(terms.token).balanceOf(vault);
    }
}
