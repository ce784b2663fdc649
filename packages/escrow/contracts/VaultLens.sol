// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EscrowTerms, NATIVE_TOKEN, VaultState} from "./EscrowTypes.sol";
import {EscrowVault} from "./EscrowVault.sol";

/// @title VaultLens
/// @notice Reads many vaults by one question, all in the same block. Nobody deploys it: clients send its code along with
/// an `eth_call`, so it has an address only for as long as that lasts.
contract VaultLens {
    /// @notice What stands at an address.
    /// @param isDeployed Whether there is code at all.
    /// @param isRead Whether it answers as a vault does. Whose vault it is must be told by its address, or its terms.
    /// @param termsHash keccak256 of its terms, packed as they stand in its code: to be held against the expected ones.
    /// @param balance Of the vault's own token, in base units.
    struct Look {
        bool isDeployed;
        bool isRead;
        bytes32 termsHash;
        VaultState state;
        uint256 balance;
    }

    /// @notice Looks at each of them. One that cannot be read, or whose token burns gas, hides no other.
    function look(address[] calldata vaults) external view returns (Look[] memory looks) {
        uint256 count = vaults.length;
        looks = new Look[](count);
        for (uint256 i = 0; i < count; ++i) {
            if (vaults[i].code.length == 0) continue;
            looks[i].isDeployed = true;
            try this.read{gas: gasleft() / (count - i)}(EscrowVault(vaults[i])) returns (
                bytes32 termsHash, VaultState state, uint256 balance
            ) {
                looks[i] = Look({isDeployed: true, isRead: true, termsHash: termsHash, state: state, balance: balance});
            } catch {
                continue;
            }
        }
    }

    /// @notice Reads one, or reverts.
    function read(EscrowVault vault) external view returns (bytes32 termsHash, VaultState state, uint256 balance) {
        EscrowTerms memory terms = vault.terms();
        termsHash = keccak256(
            abi.encodePacked(
                terms.token,
                terms.creator,
                terms.recipient,
                terms.hopBridge,
                terms.amount,
                terms.cancelAfter,
                terms.commitmentHash
            )
        );
        state = vault.state();
        balance =
            terms.token == NATIVE_TOKEN ? address(vault).balance : IERC20(terms.token).balanceOf(address(vault));
    }
}
